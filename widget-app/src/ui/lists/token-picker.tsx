import type { ReactNode } from 'react'
import { useT } from '#widget/lib/i18n/translate.ts'
import { RetryButton } from '../buttons/retry-button.tsx'
import { Text } from '../display/text.tsx'
import { SearchField } from '../forms/search-field.tsx'
import type { MarkProps } from '../identity/image-or-initial.tsx'
import { TokenIcon } from '../identity/token-icon.tsx'
import { RowGroup } from '../layout/row-group.tsx'
import { Stack } from '../layout/stack.tsx'
import { EmptyState } from '../notices/empty-state.tsx'
import { LiveRegion } from '../notices/live-region.tsx'
import { Skeleton } from '../progress/skeleton.tsx'
import { Row } from './row.tsx'

export type TokenPickerProps = {
  /** The text to search for; omit it if the list cannot be searched. */
  search?: { readonly text: string; readonly onChange: (text: string) => void }
  isLoading: boolean
  /** Rows in place of the list while it loads. */
  placeholderCount?: number
  /** The loaded list, or why there is none. */
  children: ReactNode
}

/** A list of tokens to select one from, under a search field. */
export function TokenPicker({ search, isLoading, placeholderCount = 4, children }: TokenPickerProps) {
  const t = useT()
  return (
    <Stack gap={16}>
      {search && (
        <SearchField
          label={t('send.search-token')}
          clearLabel={t('common.clear')}
          value={search.text}
          onChange={search.onChange}
        />
      )}
      <LiveRegion message={isLoading ? t('common.loading') : ''} />
      {isLoading ? (
        <RowGroup label={t('account.tokens')} labelHidden busy>
          <Skeleton shape="row" mark="circle" count={placeholderCount} />
        </RowGroup>
      ) : (
        children
      )}
    </Stack>
  )
}

/** In place of a list that failed to load, with a retry. */
export function TokensUnavailable(props: { title: string; onRetry: () => void; children?: ReactNode }) {
  return (
    <EmptyState
      drawing="offline"
      title={props.title}
      action={<RetryButton place="view" onRetry={props.onRetry} />}
    >
      {props.children}
    </EmptyState>
  )
}

/** In place of an empty list: that no token matches the search or, without a search text, `children`. */
export function NoTokenFound({ search, children }: { search: string; children?: ReactNode }) {
  const t = useT()
  const text = search.trim()
  if (text === '') {
    return (
      <EmptyState drawing="coins" title={t('account.no-tokens')}>
        {children}
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="search" title={t('send.no-token', { search: text })}>
      {t('send.no-token-text')}
    </EmptyState>
  )
}

export type TokenRowProps = {
  symbol: string
  name: string
  iconUrl: string | undefined
  network: MarkProps | undefined
  selected: boolean
  badge?: ReactNode
  /** The formatted balance and its value in the display currency. */
  balance?: string
  fiatValue?: string | undefined
  onClick: () => void
}

/** A token as a selectable row. */
export function TokenRow({
  symbol,
  name,
  iconUrl,
  network,
  selected,
  badge,
  balance,
  fiatValue,
  onClick,
}: TokenRowProps) {
  return (
    <Row
      title={symbol}
      subtitle={name}
      icon={<TokenIcon name={symbol} src={iconUrl} network={network} />}
      badge={badge}
      selected={selected}
      trailing={
        balance !== undefined && (
          <>
            <Text as="span" size={15} weight="medium" align="end" numeric>
              {balance}
            </Text>
            {fiatValue !== undefined && (
              <Text as="span" size={13} tone="soft" align="end" numeric>
                {fiatValue}
              </Text>
            )}
          </>
        )
      }
      onClick={onClick}
    />
  )
}
