import { plainAmount } from '#shared/amount/format-amount.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { atom } from '#widget/lib/state.ts'
import { depositAssetAtom } from './deposit-asset.ts'
import { isOpeningTrackedAtom, recipientConnectionAtom } from './draft.ts'
import { assetAtom, exchangesAtom } from './exchange-list.ts'
import { amountAtom } from './form.ts'

/** The configuration of the deposit for analytics; undefined while nothing can be selected. */
export const configurationAtom = atom((get) => {
  const connection = get(recipientConnectionAtom)
  const asset = get(assetAtom)?.asset
  const amount = get(amountAtom)
  const deposit = get(depositAssetAtom)
  if (!connection || !asset) return undefined
  return {
    network: connection.chain,
    asset: asset.address ?? 'native',
    amount:
      amount.is === 'amount' && deposit.is === 'ready'
        ? plainAmount(amount.value, deposit.asset.decimals)
        : '',
    recipient: connection.accounts[0],
  }
})

const isFilledAtom = atom((get) => get(exchangesAtom).is === 'ready' && get(assetAtom) !== undefined)

const sendOpeningEventAtom = atom(null, (get, set) => {
  const exchanges = get(exchangesAtom)
  const configuration = get(configurationAtom)
  if (get(isOpeningTrackedAtom) || exchanges.is !== 'ready' || !configuration) return
  set(isOpeningTrackedAtom, true)
  set(trackEventAtom, {
    event: 'PAY_MODAL_OPEN',
    properties: { exchanges: exchanges.data.map(({ id, name }) => ({ id, name })), configuration },
  })
})

/** Mounted by the form, and again once it has options. Tracks the opening then, once. */
const openingAtom = atom((get) => {
  const isFilled = get(isFilledAtom)
  const startAtom = atom(
    () => undefined,
    (_get, set) => {
      if (isFilled) set(sendOpeningEventAtom)
    },
  )
  startAtom.onMount = (start) => start()
  return startAtom
})
export const trackOpeningAtom = atom((get): undefined => get(get(openingAtom)))
