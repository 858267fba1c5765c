/** The value, or undefined in place of an event: `onClick={bridge.openModal}` passes one on. */
export const ignoreEvent = <Value>(value: Value): Value | undefined =>
  'preventDefault' in Object(value) ? undefined : value
