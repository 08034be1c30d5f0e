// Who imports GTSDLoad imports the rooms below it that are targets of their own.
@_exported public import GTSDWorld
