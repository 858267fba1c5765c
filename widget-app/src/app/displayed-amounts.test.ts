import { expect, it, onTestFinished, vi } from 'vitest'
import { beginTransactionAtom, journalAtom } from '#widget/domain/transactions/journal.ts'
import { receivedMessage } from '#widget/domain/transactions/transfer-messages.ts'
import { entryTextsAtom } from '#widget/features/activity/atoms.ts'
import { selectMaxAtom } from '#widget/features/send/atoms/actions.ts'
import { draftAtom, sendStateAtom } from '#widget/features/send/atoms/draft.ts'
import { amountAtom, previewAtom, problemsAtom, reviewFeeAtom } from '#widget/features/send/atoms/form.ts'
import { entryAmountAtom } from '#widget/features/send/atoms/progress.ts'
import {
  amountTextAtom,
  availableAtom,
  feeTextsAtom,
  previewTextsAtom,
} from '#widget/features/send/atoms/texts.ts'
import { connection, ethereum, fee, recipient, sendWorld } from '#widget/features/send/testing/send-world.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'

const address = `0x${'5c'.repeat(20)}`
/** A balance of 100.00, which the chain displays as 250.00. */
const scaled = {
  chain: ethereum,
  address,
  symbol: 'SCL',
  name: 'Scaled',
  decimals: 2,
  displayed: 2_500_000_000n,
}

/** The form of the token; the chain also reports how it displays the amount under review. */
async function opened(factor = 5n) {
  const world = sendWorld(
    {
      tokenBalances: async () => [{ asset: scaled, value: 10_000n }],
      estimateFee: async (transfer) => ({
        ...fee,
        token: { arrives: transfer.value - 100n, displayed: (transfer.value * factor) / 2n },
      }),
    },
    { name: 'WalletSend', assetAddress: address, to: recipient },
  )
  for (const one of [problemsAtom, amountTextAtom, availableAtom, previewTextsAtom, feeTextsAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  await vi.waitFor(() => expect(world.store.get(availableAtom)).toBe('250'))
  return world
}

it('scaled token › 25 typed › 25 in every text, and a tenth of the balance is sent', async () => {
  const { store } = await opened()
  store.set(draftAtom, { amount: { is: 'typed', text: '25' } })
  expect(store.get(amountAtom)).toEqual({ is: 'amount', value: 1_000n })
  await vi.waitFor(() => expect(store.get(reviewFeeAtom).is).toBe('ready'))
  expect(store.get(previewTextsAtom)?.amount).toBe('25 SCL')
  expect(store.get(feeTextsAtom)?.total).toMatch(/^25 SCL/)
  expect(store.get(feeTextsAtom)?.token).toEqual({ arrives: '22.5 SCL', kept: '2.5 SCL' })
  const transfer = store.get(previewAtom)?.transfer
  if (transfer === undefined) throw new Error('The form is filled in')
  const entryId = store.set(beginTransactionAtom, connection, transfer)
  for (const event of [{ is: 'reviewed' }, { is: 'confirmed' }, { is: 'asked', entryId }] as const)
    store.set(sendStateAtom, event)
  expect(store.get(entryAmountAtom)).toMatchObject({ amount: '25', symbol: 'SCL' })
  expect(store.get(entryTextsAtom(entryId))).toMatchObject({ amount: '25', symbol: 'SCL' })
  const [entry] = store.get(journalAtom)
  if (entry === undefined) throw new Error('There is no entry')
  const state = { is: 'confirmed', hash: '0x1', block: 1n, fee: 1n } as const
  const sentence = receivedMessage({ ...entry, state, arrived: 900n }, 'en', store.get(translateAtom))
  expect(sentence).toContain('22.5 SCL')
  expect(sentence).toContain('25 SCL')
})

it('scaled token › factor changed since the read › review shows the current amount', async () => {
  const { store } = await opened(50n)
  store.set(draftAtom, { amount: { is: 'typed', text: '25' } })
  await vi.waitFor(() => expect(store.get(reviewFeeAtom).is).toBe('ready'))
  expect(store.get(feeTextsAtom)?.token).toMatchObject({ arrives: '22.5 SCL', displayed: '250 SCL' })
})

it('scaled token › Max › the whole balance, as it is displayed', async () => {
  const { store } = await opened()
  store.set(selectMaxAtom)
  expect(store.get(amountAtom)).toEqual({ is: 'amount', value: 10_000n })
  expect(store.get(amountTextAtom)).toBe('250')
  store.set(draftAtom, { amount: { is: 'typed', text: '250.01' } })
  expect(store.get(amountAtom)).toEqual({ is: 'amount', value: 10_000n })
  store.set(draftAtom, { amount: { is: 'typed', text: '250.03' } })
  expect(store.get(problemsAtom)).toMatchObject([{ is: 'insufficient-funds' }])
})
