import { type ReactElement, type ReactNode, useContext } from 'react'
import { formatTokenAmount } from '#shared/amount/format-amount.ts'
import type { HistoryAction } from '#widget/domain/transactions/history-record.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import { Text, type TextProps } from '#widget/ui/display/text.tsx'
import { CheckIcon } from '#widget/ui/icons/check.tsx'
import { ContractIcon } from '#widget/ui/icons/contract.tsx'
import { ReceiveIcon } from '#widget/ui/icons/receive.tsx'
import { SendIcon } from '#widget/ui/icons/send.tsx'
import { SwapIcon } from '#widget/ui/icons/swap.tsx'
import { RowPositionContext } from '#widget/ui/lists/row-position.ts'
import { immenseUnits } from '../immense-amount.ts'

export type Tone = NonNullable<TextProps['tone']>

/** The props that every activity row shares. */
export type ActivityRowProps = {
  readonly locale: string
  readonly time: string
  readonly t: Translate
  readonly open: () => void
}

export const actionIcons: { readonly [Action in HistoryAction]: ReactElement } = {
  sent: <SendIcon />,
  received: <ReceiveIcon />,
  approved: <CheckIcon />,
  swapped: <SwapIcon />,
  called: <ContractIcon />,
}

export const signs = { in: '+', out: '−', self: '' } as const

/** Formats a token amount with 2 decimals, floored. */
export const amountText = (value: bigint, decimals: number, locale: string): string =>
  immenseUnits(value, decimals, locale) ?? formatTokenAmount(value, decimals, locale)

/** Renders nothing while the row scrolls past quickly: its layout is a large part of the row's cost. */
export function WhenSettled({ children }: { children: ReactNode }) {
  return useContext(RowPositionContext)?.isPassing ? null : children
}

export function Amount({ text, tone }: { text: string; tone: Tone }) {
  return (
    <Text as="span" tone={tone} numeric>
      {text}
    </Text>
  )
}

export function Time({ text }: { text: string }) {
  return (
    <Text as="span" size={12} tone="soft" numeric>
      {text}
    </Text>
  )
}
