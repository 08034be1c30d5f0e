// Who imports GTSDModel imports the room that is a target of its own.
@_exported public import GTSDFields
