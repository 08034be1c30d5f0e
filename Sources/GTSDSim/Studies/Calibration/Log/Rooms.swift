// Who imports GTSDLogs imports the rooms below it that are targets of their own.
@_exported public import GTSDRandomness
@_exported public import GTSDStatistics
