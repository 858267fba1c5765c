import { describe, expect, it } from 'vitest'
import { atom, createStore } from '#widget/lib/state.ts'
import { formDraft } from './form-draft.ts'

function form() {
  const store = createStore()
  const scopeAtom = atom('alice')
  const initialAtom = atom({ to: '', amount: '1' })
  const { draftAtom, discardEditsAtom } = formDraft(scopeAtom, initialAtom)
  return { store, scopeAtom, initialAtom, draftAtom, discardEditsAtom }
}

describe('formDraft', () => {
  it('no edit › the initial content, also after it changes', () => {
    const { store, initialAtom, draftAtom } = form()
    expect(store.get(draftAtom)).toEqual({ to: '', amount: '1' })
    store.set(initialAtom, { to: 'bob', amount: '2' })
    expect(store.get(draftAtom)).toEqual({ to: 'bob', amount: '2' })
  })

  it('partial edits › each keeps the other fields and the initial ones', () => {
    const { store, draftAtom } = form()
    store.set(draftAtom, { to: 'bob' })
    store.set(draftAtom, { amount: '3' })
    expect(store.get(draftAtom)).toEqual({ to: 'bob', amount: '3' })
  })

  it('edited, another scope › initial content; the former scope again › the edits', () => {
    const { store, scopeAtom, draftAtom } = form()
    store.set(draftAtom, { to: 'bob' })
    store.set(scopeAtom, 'carol')
    expect(store.get(draftAtom)).toEqual({ to: '', amount: '1' })
    store.set(scopeAtom, 'alice')
    expect(store.get(draftAtom)).toEqual({ to: 'bob', amount: '1' })
  })

  it('edit in another scope › replaces the edits of the former', () => {
    const { store, scopeAtom, draftAtom } = form()
    store.set(draftAtom, { to: 'bob' })
    store.set(scopeAtom, 'carol')
    store.set(draftAtom, { amount: '5' })
    store.set(scopeAtom, 'alice')
    expect(store.get(draftAtom)).toEqual({ to: '', amount: '1' })
  })

  it('edits discarded › initial content', () => {
    const { store, draftAtom, discardEditsAtom } = form()
    store.set(draftAtom, { to: 'bob' })
    store.set(discardEditsAtom)
    expect(store.get(draftAtom)).toEqual({ to: '', amount: '1' })
  })
})
