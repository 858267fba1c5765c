import {
  type Atom,
  atom,
  type createStore,
  type Getter,
  type Setter,
  useAtom as useAnyAtom,
  useSetAtom as useAnySetAtom,
  type WritableAtom,
} from 'jotai'
import { useCallback } from 'react'
import type { GatedClick } from './page/gated-click.ts'

/**
 * The only module that imports jotai. Atoms are descriptions; values are in the store which `app/boot.ts` creates, so
 * several widgets can run on one page.
 */
// biome-ignore lint/performance/noBarrelFile: only this file may import jotai; all others import this one.
export {
  type Atom,
  atom,
  createStore,
  type Getter,
  Provider as StoreProvider,
  type Setter,
  useAtomValue,
  type WritableAtom,
} from 'jotai'
export { atomFamily } from 'jotai-family'

export type Store = ReturnType<typeof createStore>

/** An atom that views mount: `reset` runs when the last of them unmounts. */
export function resetOnUnmountAtom(reset: (get: Getter, set: Setter) => void): Atom<undefined> {
  const mountedAtom = atom(
    () => undefined,
    (get, set) => reset(get, set),
  )
  mountedAtom.onMount = (run) => () => run()
  return mountedAtom
}

type Write<Args extends unknown[], Result> = (get: Getter, set: Setter, ...args: Args) => Result

/** A command that leads to a wallet prompt. `useSetAtom` and `useAtom` reject it: views run it through `usePrompt`. */
export type PromptAtom<Value, Args extends unknown[], Result> = WritableAtom<Value, Args, Result> & {
  readonly prompts: true
}

/** An atom like `atom`, whose write leads to a wallet prompt. */
export function promptAtom<Args extends unknown[], Result>(
  initial: null,
  write: Write<Args, Result>,
): PromptAtom<null, Args, Result>
export function promptAtom<Value, Args extends unknown[], Result>(
  read: (get: Getter) => Value,
  write: Write<Args, Result>,
): PromptAtom<Value, Args, Result>
export function promptAtom<Args extends unknown[], Result>(
  read: null | ((get: Getter) => unknown),
  write: Write<Args, Result>,
): PromptAtom<unknown, Args, Result> {
  return Object.assign(atom(read ?? (() => null), write), { prompts: true } as const)
}

type NoPrompt = { readonly prompts?: never }

/** Like jotai's own, for commands that lead to no wallet prompt. */
export const useSetAtom: <Args extends unknown[], Result>(
  command: WritableAtom<unknown, Args, Result> & NoPrompt,
) => (...args: Args) => Result = useAnySetAtom

/** Like jotai's own, for commands that lead to no wallet prompt. */
export const useAtom: <Value, Args extends unknown[], Result>(
  command: WritableAtom<Value, Args, Result> & NoPrompt,
) => [Awaited<Value>, (...args: Args) => Result] = useAnyAtom

/** Runs a command that leads to a wallet prompt. Its first argument is the click that a gated control accepted. */
export function usePrompt<Args extends unknown[], Result>(
  command: PromptAtom<unknown, Args, Result>,
): (click: GatedClick, ...args: Args) => Result {
  const run = useAnySetAtom(command)
  return useCallback((_click: GatedClick, ...args: Args) => run(...args), [run])
}
