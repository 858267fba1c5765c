/**
 * The one door to jotai. Atoms are descriptions; values live in the store which `app/boot.ts` makes, so several
 * widgets can live on one page.
 */
// biome-ignore lint/performance/noBarrelFile: the fence around jotai needs one file which everyone else imports.
export {
  type Atom,
  atom,
  createStore,
  type Getter,
  Provider as StoreProvider,
  type Setter,
  useAtom,
  useAtomValue,
  useSetAtom,
  type WritableAtom,
} from 'jotai'
export { atomFamily } from 'jotai-family'

import type { createStore } from 'jotai'

export type Store = ReturnType<typeof createStore>
