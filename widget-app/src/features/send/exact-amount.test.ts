import { expect, it, onTestFinished, vi } from 'vitest'
import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { beginTransactionAtom } from '#widget/domain/transactions/journal.ts'
import { testWorld } from '#widget/testing/world.ts'
import { selectMaxAtom } from './atoms/actions.ts'
import { draftAtom, sendStateAtom } from './atoms/draft.ts'
import { amountAtom, previewAtom, problemsAtom } from './atoms/form.ts'
import { entryAmountAtom } from './atoms/progress.ts'
import { amountTextAtom, previewTextsAtom } from './atoms/texts.ts'
import {
  balanceRoutes,
  connection,
  etherEntry,
  ethereum,
  openSend,
  recipient,
  sendOptions,
} from './testing/send-world.ts'

const dust = {
  ...etherEntry,
  ...{ name: 'Dust', symbol: 'DUST', address: `${ethereum}:0x${'d'.repeat(40)}`, price: '1' },
  quantity: { decimals: '30', numeric: '0.000000000000000000000000000123' },
}

const [listed, whole] = ['<0.01', '0.000000000000000000000000000123']

it.each(['en', 'de'])(
  'R12 › tiny amount, locale %s, English › whole in input, review and receipt',
  async (locale) => {
    const world = testWorld(
      sendOptions({}, { routes: balanceRoutes([etherEntry, dust]), config: { locale } }),
    )
    openSend(world, { name: 'WalletSend', assetAddress: `0x${'d'.repeat(40)}`, to: recipient })
    const { store } = world
    for (const one of [problemsAtom, amountTextAtom, previewAtom, previewTextsAtom, entryAmountAtom])
      onTestFinished(store.sub(one, () => undefined))
    store.set(selectMaxAtom)
    await vi.waitFor(() => expect(store.get(previewAtom)).toBeDefined())
    const preview = store.get(previewAtom)
    if (!preview) throw new Error('The form is filled in')
    const { transfer } = preview
    expect(formatTokenAmount(transfer.value, transfer.asset.decimals, store.get(localeAtom))).toBe(listed)
    expect(store.get(amountTextAtom)).toBe(whole)
    expect(store.get(previewTextsAtom)?.amount).toBe(`${whole} DUST`)
    const entryId = store.set(beginTransactionAtom, connection, transfer)
    for (const event of [{ is: 'reviewed' }, { is: 'confirmed' }, { is: 'asked', entryId }] as const)
      store.set(sendStateAtom, event)
    expect(store.get(entryAmountAtom)?.amount).toBe(whole)
  },
)

it.each(['da', 'de-AT', 'en-DK', 'en', undefined])(
  'R12 › 1.234 typed, host locale %s, English › means 1.234, as displayed',
  async (locale) => {
    const world = testWorld(
      sendOptions({}, { routes: balanceRoutes([etherEntry, dust]), config: locale ? { locale } : {} }),
    )
    openSend(world, { name: 'WalletSend', assetAddress: `0x${'d'.repeat(40)}`, to: recipient })
    const { store } = world
    for (const one of [problemsAtom, amountTextAtom]) onTestFinished(store.sub(one, () => undefined))
    store.set(draftAtom, { amount: { is: 'typed', text: '1.234' } })
    await vi.waitFor(() =>
      expect(store.get(amountAtom)).toEqual({ is: 'amount', value: 1_234n * 10n ** 27n }),
    )
    store.set(draftAtom, { amount: { is: 'exact', value: 1_234n * 10n ** 27n } })
    expect(store.get(amountTextAtom)).toBe('1.234')
  },
)
