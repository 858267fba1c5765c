import { describe, expect, it } from 'vitest'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { amountNote } from './amount-note.ts'

const t = createStore().get(translateAtom)
const unit = { symbol: 'DAI', decimals: 18 }

describe('amountNote', () => {
  it.each<[string, Parameters<typeof amountNote>[0], string | undefined]>([
    ['an amount', { is: 'amount' }, undefined],
    ['an empty field', { is: 'empty' }, undefined],
    ['Max that waits', { is: 'pending' }, undefined],
    ['no amount requested', { is: 'any' }, undefined],
    ['more than the balance', { is: 'insufficient' }, t('send.problem.insufficient', { symbol: 'DAI' })],
    ['zero', { is: 'wrong', why: 'zero' }, t('amount.zero')],
    [
      'another unit',
      { is: 'wrong', why: 'other-unit', unit: 'ETH' },
      t('amount.other-unit', { unit: 'ETH', symbol: 'DAI' }),
    ],
  ])('%s › its note', (_, field, note) => {
    expect(amountNote(field, unit, t)).toBe(note)
  })

  it('text of the field › wins over the general one, for its problem only', () => {
    const texts = { 'too-large': 'At most ten digits' }
    expect(amountNote({ is: 'wrong', why: 'too-large' }, unit, t, texts)).toBe('At most ten digits')
    expect(amountNote({ is: 'wrong', why: 'zero' }, unit, t, texts)).toBe(t('amount.zero'))
  })
})
