// Who imports GTSDCommandLine imports the rooms below it that are targets of their own.
@_exported public import Documents
@_exported public import GTSDWorld
