import { formatWhole } from '#shared/amount/format-amount.ts'
import type { SpendingLimit } from '#shared/api/embedded-spending.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { dayTimeText } from '#widget/lib/date-text.ts'
import type { ErrorDetails } from '#widget/lib/error-details.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { displayOrigin } from '#widget/lib/text/origin-display.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { CloseIcon } from '#widget/ui/icons/close.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { spendingLimitsAtom } from '../account-lists.ts'
import {
  areAssetsKnownAtom,
  limitAssetAtom,
  limitRemovalsAtom,
  removeLimitAtom,
  resetLimitRemovalsAtom,
} from '../spending-limits.ts'
import { ListFailed } from './list-failed.tsx'

/** The user's spending limits, on all sites and devices; each can be removed. Nothing if there is none. */
export function LimitRows() {
  useAtomValue(resetLimitRemovalsAtom)
  const t = useT()
  const [limits, reload] = useAtom(spendingLimitsAtom)
  const removals = useAtomValue(limitRemovalsAtom)
  if (limits.is === 'loading') return null
  if (limits.is === 'failed')
    return (
      <ListFailed
        title={t('wallet-settings.limits-failed')}
        details={limits.details}
        onRetry={() => reload()}
      />
    )
  if (limits.items.length === 0) return null
  return (
    <Stack gap={8}>
      <RowGroup label={t('wallet-settings.limits')}>
        {limits.items.map((limit) => (
          <LimitRow key={limit.id} limit={limit} isRunning={removals.get(limit.id) === 'running'} />
        ))}
      </RowGroup>
      {limits.items.map((limit) => {
        const removal = removals.get(limit.id)
        return typeof removal === 'object' && <NotRemoved key={limit.id} limit={limit} details={removal} />
      })}
    </Stack>
  )
}

type LimitRowProps = { readonly limit: SpendingLimit; readonly isRunning: boolean }

function LimitRow({ limit, isRunning }: LimitRowProps) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const areAssetsKnown = useAtomValue(areAssetsKnownAtom)
  const { currency, network } = useAtomValue(limitAssetAtom)(limit.asset)
  const remove = useSetAtom(removeLimitAtom)
  const amount = (value: string) => formatWhole(BigInt(value), currency?.decimals ?? 0, locale)
  const amounts = { claimed: amount(limit.claimed), maximum: amount(limit.maximum), network }
  const used = currency
    ? t('wallet-settings.limit-used', { ...amounts, symbol: currency.symbol })
    : t('wallet-settings.limit-used-raw', amounts)
  const site = displayOrigin(limit.site)
  const label = t('wallet-settings.limit-remove', { site, device: limit.deviceName, used })
  return (
    <Row
      title={<bdi>{site}</bdi>}
      subtitle={
        <>
          {areAssetsKnown && (
            <>
              {used}
              <br />
            </>
          )}
          {t('wallet-settings.limit-until', { time: dayTimeText(limit.expiresAtMs, locale) })} ·{' '}
          <bdi>{limit.deviceName}</bdi>
        </>
      }
      action={
        <IconButton label={label} onClick={() => void remove(limit)}>
          {isRunning ? <Spinner /> : <CloseIcon />}
        </IconButton>
      }
    />
  )
}

type NotRemovedProps = { readonly limit: SpendingLimit; readonly details: ErrorDetails }

/** States that a limit may still be in force. */
function NotRemoved({ limit, details }: NotRemovedProps) {
  const t = useT()
  const remove = useSetAtom(removeLimitAtom)
  return (
    <Notice
      tone="error"
      title={t('wallet-settings.limit-remove-failed', { site: displayOrigin(limit.site) })}
      details={{
        label: t('common.details'),
        code: t('common.code', { code: details.code }),
        text: details.text,
      }}
      action={<RetryButton place="part" onRetry={() => remove(limit)} />}
      announce
    >
      {t('wallet-settings.limit-remove-failed-text', { device: limit.deviceName })}
    </Notice>
  )
}
