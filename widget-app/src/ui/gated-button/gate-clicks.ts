const clicks = new WeakSet<Event>()

/** Creates the click that a gate dispatches on keyup. Recorded here, because the browser does not mark it as trusted. */
export function gateClick(): MouseEvent {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  clicks.add(click)
  return click
}

/** True only for clicks of `gateClick`: no page and no other script can create one. */
export const isGateClick = (event: Event): boolean => clicks.has(event)

/** Event at the control of a click that `guardClicks` rejected as the rest of a double click: the gate shows a message. */
export const rejectedClick = 'refusedclick'
