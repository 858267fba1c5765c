import { TokenIcon } from '../identity/token-icon.tsx'
import { Pill } from './pill.tsx'

type TokenPillProps = {
  symbol: string
  iconUrl: string | undefined
  /** The purpose of the token, for screen readers. */
  label: string
  onClick: () => void
}

/** The selected token next to an amount; opens the selection. */
export function TokenPill({ symbol, iconUrl, label, onClick }: TokenPillProps) {
  return (
    <Pill
      icon={<TokenIcon name={symbol} src={iconUrl} size={20} />}
      label={`${label}: ${symbol}`}
      opens
      onClick={onClick}
    >
      {symbol}
    </Pill>
  )
}
