/** Returns the value, or undefined for an event, which `onClick={bridge.openModal}` passes. */
export const ignoreEvent = <Value>(value: Value): Value | undefined =>
  'preventDefault' in Object(value) ? undefined : value
