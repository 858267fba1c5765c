import type { ComponentType } from 'react'
import type { View } from '#widget/core/view.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { type Atom, atom } from '#widget/lib/state.ts'
import { CardIcon } from '#widget/ui/icons/card.tsx'
import { ExchangeIcon } from '#widget/ui/icons/exchange.tsx'
import type { IconProps } from '#widget/ui/icons/icon.tsx'
import { ReceiveIcon } from '#widget/ui/icons/receive.tsx'
import { SendIcon } from '#widget/ui/icons/send.tsx'
import { SwapIcon } from '#widget/ui/icons/swap.tsx'
import {
  canBuyAtom,
  canDepositAtom,
  canReceiveAtom,
  canSendAtom,
  canSwapAtom,
  isBuyExpectedAtom,
  isDepositExpectedAtom,
  isSwapExpectedAtom,
} from './atoms.ts'

/** An action on the account, shown as a tile of the Account view. */
export type AccountAction = {
  readonly id: string
  readonly label: (t: Translate) => string
  readonly Icon: ComponentType<IconProps>
  /** True if features, network and wallet allow it. Otherwise the tile is not rendered. */
  readonly isAvailableAtom: Atom<boolean>
  /** True if it is available or, until the project's settings are known, expected: a placeholder has its size. */
  readonly isExpectedAtom?: Atom<boolean>
  /** The view that it opens. */
  readonly view: View
}

/** In the order of the tiles. */
const accountActions: readonly AccountAction[] = [
  {
    id: 'send',
    label: (t) => t('account.send'),
    Icon: SendIcon,
    isAvailableAtom: canSendAtom,
    view: { name: 'WalletSend' },
  },
  {
    id: 'receive',
    label: (t) => t('account.receive'),
    Icon: ReceiveIcon,
    isAvailableAtom: canReceiveAtom,
    view: { name: 'WalletReceive' },
  },
  {
    id: 'swap',
    label: (t) => t('account.swap'),
    Icon: SwapIcon,
    isAvailableAtom: canSwapAtom,
    isExpectedAtom: isSwapExpectedAtom,
    view: { name: 'Swap' },
  },
  {
    id: 'buy',
    label: (t) => t('account.buy'),
    Icon: CardIcon,
    isAvailableAtom: canBuyAtom,
    isExpectedAtom: isBuyExpectedAtom,
    view: { name: 'OnRampAmount' },
  },
  {
    id: 'deposit',
    label: (t) => t('account.deposit'),
    Icon: ExchangeIcon,
    isAvailableAtom: canDepositAtom,
    isExpectedAtom: isDepositExpectedAtom,
    view: { name: 'PayWithExchange' },
  },
]

/** A tile: an action that is possible for the active account, or the place of one that is expected. */
export type ActionTile = AccountAction & { readonly isPlaceholder: boolean }

/** The tiles of the active account. Their number changes only if the project's settings differ from the defaults. */
export const actionTilesAtom = atom((get) =>
  accountActions.flatMap((action): readonly ActionTile[] => {
    const { isAvailableAtom, isExpectedAtom = isAvailableAtom } = action
    return get(isExpectedAtom) ? [{ ...action, isPlaceholder: !get(isAvailableAtom) }] : []
  }),
)
