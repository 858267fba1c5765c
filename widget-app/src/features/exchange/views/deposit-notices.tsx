import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { depositAssetAtom } from '../atoms/deposit-asset.ts'
import { depositNetworkAtom } from '../atoms/draft.ts'
import { assetAtom, assetsAtom, exchangeAtom } from '../atoms/exchange-list.ts'
import { depositPageAtom } from '../atoms/exchange-page.ts'
import { problemAtom } from '../atoms/form.ts'
import { pendingDepositAtom } from '../atoms/texts.ts'
import { exchangeFailureMessages } from '../exchange-api.ts'

/** Notices before the user continues: where the button leads, missing or unknown assets, and a pending deposit. */
export function DepositNotices() {
  return (
    <>
      <AssetsNotice />
      <UnknownAsset />
      <PageFailure />
      <PendingDeposit />
    </>
  )
}

/** Shown if the selected exchange sends nothing to this network, or its assets could not be loaded. */
function AssetsNotice() {
  const t = useT()
  const assets = useAtomValue(assetsAtom)
  const exchange = useAtomValue(exchangeAtom)
  const network = useAtomValue(depositNetworkAtom)
  const load = useSetAtom(assetsAtom)
  const names = { exchange: exchange?.name ?? '', network: network?.name ?? '' }
  if (assets.is === 'failed') {
    return (
      <Notice
        tone="warning"
        title={t('exchange.no-list', names)}
        announce
        action={<RetryButton place="part" onRetry={load} />}
      >
        {t('exchange.failed-text')}
      </Notice>
    )
  }
  if (assets.is !== 'ready') return null
  return (
    <Text size={13} tone="soft">
      {t(assets.data.length === 0 ? 'exchange.no-asset-text' : 'exchange.text', names)}
    </Text>
  )
}

/** Shown if the chain does not return the token's decimals. */
function UnknownAsset() {
  const t = useT()
  const isUnknown = useAtomValue(problemAtom) === 'unknown-asset'
  const symbol = useAtomValue(assetAtom)?.asset.symbol ?? ''
  const network = useAtomValue(depositNetworkAtom)?.name ?? ''
  const load = useSetAtom(depositAssetAtom)
  if (!isUnknown) return null
  return (
    <Notice
      tone="warning"
      title={t('exchange.unknown-asset', { network, symbol })}
      announce
      action={<RetryButton place="part" onRetry={load} />}
    >
      {t('exchange.failed-text')}
    </Notice>
  )
}

/** Shown if the exchange's page could not be created. */
function PageFailure() {
  const t = useT()
  const page = useAtomValue(depositPageAtom)
  const problem = useAtomValue(problemAtom)
  const exchange = useAtomValue(exchangeAtom)
  const retry = useSetAtom(depositPageAtom)
  if (page.is !== 'failed' || problem !== undefined) return null
  const name = exchange?.name ?? ''
  const reason = exchangeFailureMessages(page.error)
  return (
    <Notice
      tone="error"
      title={t('exchange.no-page')}
      announce
      action={<RetryButton place="part" onRetry={retry} />}
    >
      {reason === undefined
        ? t('exchange.no-page-text', { exchange: name })
        : t('exchange.no-page-reason', { exchange: name, reason })}
    </Notice>
  )
}

/** Leads to a pending deposit, so that the user does not pay twice. */
function PendingDeposit() {
  const t = useT()
  const pending = useAtomValue(pendingDepositAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (!pending) return null
  const view: View = { name: 'PayWithExchangeStatus', id: pending.id }
  return (
    <Notice
      tone="info"
      title={t('exchange.under-way')}
      action={
        <Button look="secondary" size="small" onClick={() => navigate({ to: 'push', view })}>
          {t('exchange.go-on')}
        </Button>
      }
    >
      {t('exchange.under-way-text', pending)}
    </Notice>
  )
}
