const clicks = new WeakSet<Event>()

/** A click that a gate makes when a key is released. Its own list, because the browser does not mark it as trusted. */
export function gateClick(): MouseEvent {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  clicks.add(click)
  return click
}

/** True for clicks of `gateClick` alone: no page and no other script can make one. */
export const isGateClick = (event: Event): boolean => clicks.has(event)

/** Event at the control of a click that `guardClicks` refused as the rest of a double click: the gate answers it. */
export const rejectedClick = 'refusedclick'
