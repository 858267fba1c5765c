import { type Atom, atom, type WritableAtom } from '#widget/lib/state.ts'

/** Atoms of a form's content. */
export type FormDraft<Draft> = {
  /** The content. Write a partial change to it. */
  readonly draftAtom: WritableAtom<Draft, [change: Partial<Draft>], void>
  /** Discards the user's edits. */
  readonly discardEditsAtom: WritableAtom<null, [], void>
}

/**
 * The content of a form: the user's edits as long as the scope is the one in which they were made (such as an account on a
 * chain), else the initial content.
 */
export function formDraft<Draft>(
  scopeAtom: Atom<string | undefined>,
  initialAtom: Atom<Draft>,
): FormDraft<Draft> {
  const editedAtom = atom<{ readonly scope: string | undefined; readonly draft: Draft } | undefined>(
    undefined,
  )
  const currentAtom = atom((get): Draft => {
    const edited = get(editedAtom)
    return edited !== undefined && edited.scope === get(scopeAtom) ? edited.draft : get(initialAtom)
  })
  return {
    draftAtom: atom(
      (get) => get(currentAtom),
      (get, set, change: Partial<Draft>) =>
        set(editedAtom, { scope: get(scopeAtom), draft: { ...get(currentAtom), ...change } }),
    ),
    discardEditsAtom: atom(null, (_get, set) => set(editedAtom, undefined)),
  }
}
