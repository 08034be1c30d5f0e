// Who imports GTSDSim imports the rooms that are targets of their own: which room is one is a matter of how long a build
// takes. Of what they hold, `Interval` and `Verdict` are public.
@_exported public import GTSDDocument
@_exported public import GTSDHTTP
@_exported public import GTSDRandomness
@_exported public import GTSDStatistics
