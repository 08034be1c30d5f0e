// Who imports GTSDSim imports the rooms that are targets of their own: which room is one is a matter of how long a build
// takes.
@_exported public import Documents
@_exported public import GTSDLoad
@_exported public import GTSDStudies
