@_exported public import GTSDDocument
@_exported public import GTSDHTTP
@_exported public import GTSDRandomness
@_exported public import GTSDStatistics
