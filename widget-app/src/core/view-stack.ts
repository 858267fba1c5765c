import { atom } from '#widget/lib/state.ts'
import { type Flow, isSameView, type View } from './view.ts'
import { viewOverrideAtom } from './view-override.ts'
import { flowOf } from './views.ts'

/** Views from the first to the one on screen; never empty. */
export type ViewStack = readonly [View, ...View[]]

/** Direction of the last move, for the transition: forward slides in, back slides out, none swaps. */
export type Direction = 'forward' | 'back' | 'none'

export type Move =
  | { readonly to: 'push'; readonly view: View }
  | { readonly to: 'replace'; readonly view: View }
  | { readonly to: 'back' }
  | { readonly to: 'reset'; readonly view: View }

/** The view on screen. */
export const topOf = (stack: ViewStack): View => stack.at(-1) ?? stack[0]

/** Adds a view; the view already on top is not added twice. */
export const push = (stack: ViewStack, view: View): ViewStack =>
  isSameView(topOf(stack), view) ? stack : [...stack, view]

/** Replaces the view on top. */
export function replace(stack: ViewStack, view: View): ViewStack {
  const [first, ...rest] = stack
  return rest.length === 0 ? [view] : [first, ...rest.slice(0, -1), view]
}

/** Removes the view on top; the last one stays. */
export function back(stack: ViewStack): ViewStack {
  const [first, ...rest] = stack
  return rest.length === 0 ? stack : [first, ...rest.slice(0, -1)]
}

/**
 * How many views to remove to reach one that looks different; those of `flow` share the current content. 0 if there is none.
 */
export function stepsBack(stack: ViewStack, flow: Flow | undefined): number {
  const below = stack.slice(0, -1).findLastIndex((view) => flow === undefined || flowOf(view) !== flow)
  return below < 0 ? 0 : stack.length - 1 - below
}

/**
 * Resets the stack to one view. Returns the same stack if it already is that view, so that opening does not render again.
 */
export const reset = (stack: ViewStack, view: View): ViewStack =>
  stack.length === 1 && isSameView(stack[0], view) ? stack : [view]

type StackState = { readonly stack: ViewStack; readonly direction: Direction; readonly moves: number }

/** The next state of the view stack; a move that changes nothing returns the same object. */
function moved(state: StackState, move: Move): StackState {
  const change = (stack: ViewStack, direction: Direction): StackState =>
    stack === state.stack ? state : { stack, direction, moves: state.moves + 1 }
  switch (move.to) {
    case 'push':
      return change(push(state.stack, move.view), 'forward')
    case 'replace':
      return change(replace(state.stack, move.view), 'forward')
    case 'back':
      return change(back(state.stack), 'back')
    case 'reset':
      return change(reset(state.stack, move.view), 'none')
  }
}

const stackStateAtom = atom<StackState>({ stack: [{ name: 'Connect' }], direction: 'none', moves: 0 })

/** The view stack; write a `Move` to change it. */
export const viewStackAtom = atom(
  (get) => get(stackStateAtom).stack,
  (_get, set, move: Move) => set(stackStateAtom, (state) => moved(state, move)),
)

/** The view on screen. */
export const currentViewAtom = atom((get) => topOf(get(viewStackAtom)))

const stepsBackAtom = atom((get) => stepsBack(get(viewStackAtom), get(viewOverrideAtom)?.flow))
export const canGoBackAtom = atom((get) => get(stepsBackAtom) > 0)

/** The header's back arrow: one view back, or as many as share the same content. */
export const goBackAtom = atom(null, (get, set) => {
  for (let left = get(stepsBackAtom); left > 0; left -= 1) set(viewStackAtom, { to: 'back' })
})

export const viewDirectionAtom = atom((get) => get(stackStateAtom).direction)

/** Counts moves: a key for the current view, also between two views of one name. */
export const viewMovesAtom = atom((get) => get(stackStateAtom).moves)
