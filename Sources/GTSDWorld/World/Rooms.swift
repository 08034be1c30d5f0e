// Who imports GTSDWorld imports the rooms below it that are targets of their own.
@_exported public import HTTPLoop
@_exported public import Interleaving
@_exported public import Randomness
@_exported public import Statistics
