import { useState } from 'react'
import type { Fact } from '#widget/chains/request-facts.ts'
import { localeAtom } from '#widget/core/locale.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { MoreButton } from '#widget/ui/buttons/more-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { AlertIcon } from '#widget/ui/icons/alert.tsx'
import { InfoIcon } from '#widget/ui/icons/info.tsx'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { bundledOnChainAtom } from '../atoms.ts'
import { type ChangeRow, changeRows, expectedRows } from '../balance-change-rows.ts'
import { BalanceChangeIcon } from './balance-change-icon.tsx'
import styles from './balance-changes.module.css'
import { ExpandableAddress } from './expandable-address.tsx'
import { UnverifiedBadge } from './unverified-badge.tsx'

/** Gains beyond this number of rows are collapsed; losses and grants never are. */
const maxRows = 6

type BalanceChangesProps = {
  readonly simulation: SimulationState
  readonly facts: readonly Fact[] | undefined
}

/** What the account loses and gains, and which addresses get access, as the simulation reports. */
export function BalanceChanges({ simulation, facts }: BalanceChangesProps) {
  const t = useT()
  const reserved = facts === undefined ? 2 : expectedRows(facts)
  return (
    <section className={styles.section} aria-label={t('approve.changes')}>
      <Text as="h2" size={13} tone="soft" weight="strong">
        {t(simulation.is === 'running' ? 'approve.simulating' : 'approve.changes')}
      </Text>
      {/* Reserves the space of the expected rows, so that nothing below moves when the simulation ends. */}
      <div role="status" className={styles.outcome} style={{ '--rows': reserved }}>
        <Outcome simulation={simulation} reserved={reserved} />
      </div>
    </section>
  )
}

function Outcome({ simulation, reserved }: { simulation: SimulationState; reserved: number }) {
  const t = useT()
  switch (simulation.is) {
    case 'running':
      return (
        <div className={styles.rows}>
          <VisuallyHidden>{t('approve.simulating')}</VisuallyHidden>
          {Array.from({ length: Math.max(1, reserved) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
            <div key={at} className={styles.bones} data-reserved aria-hidden="true">
              <span className={styles.disc} />
              <span className={styles.bone} />
              <span className={styles.bone} />
            </div>
          ))}
        </div>
      )
    case 'runs':
      return <Changes simulation={simulation} />
    case 'fails':
      return (
        <Notice
          tone="error"
          title={t('approve.fails')}
          details={
            simulation.reason === undefined || simulation.reason === 'insufficient-funds'
              ? undefined
              : { label: t('common.details'), text: simulation.reason }
          }
        >
          {simulation.reason === 'insufficient-funds' ? t('approve.fails-funds') : t('approve.fails-text')}
        </Notice>
      )
    default:
      return (
        <div className={styles.state}>
          <InfoIcon />
          <div>
            <Text size={13} weight="strong">
              {t('approve.not-simulated')}
            </Text>
            <Text size={13} tone="soft">
              {t('approve.not-simulated-text')}
            </Text>
          </div>
        </div>
      )
  }
}

function Changes({ simulation }: { simulation: Extract<SimulationState, { is: 'runs' }> }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const bundled = useAtomValue(bundledOnChainAtom)
  const [isExpanded, setIsExpanded] = useState(false)
  const { changes, grants, isPartial } = simulation
  const rows = changeRows(changes, grants, { t, locale, bundled })
  const alwaysShownCount = rows.filter(({ kind }) => kind !== 'gain').length
  const shown = isExpanded ? rows : rows.slice(0, Math.max(alwaysShownCount, maxRows))
  const hiddenCount = rows.length - shown.length
  return (
    <>
      {rows.length > 0 && (
        <dl className={styles.rows}>
          {shown.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </dl>
      )}
      {hiddenCount > 0 && (
        <MoreButton count={hiddenCount} locale={locale} onClick={() => setIsExpanded(true)} />
      )}
      {isPartial && (
        <div className={styles.state} data-tone="warning">
          <AlertIcon />
          <div>
            <Text size={13} weight="strong" tone="warning">
              {t('approve.partial')}
            </Text>
            <Text size={13}>{t('approve.partial-text')}</Text>
          </div>
        </div>
      )}
      {rows.length === 0 && !isPartial && (
        <div className={styles.state}>
          <Text size={13} tone="soft">
            {t('approve.no-changes')}
          </Text>
        </div>
      )}
    </>
  )
}

function Row({ row }: { row: ChangeRow }) {
  const { kind, label, amount, address, note, isUnverified } = row
  return (
    <div className={styles.row} data-kind={kind}>
      <dt className={styles.label}>
        {label}
        {(address !== undefined || note !== undefined) && (
          <span className={styles.note}>
            {note}
            {address !== undefined && <ExpandableAddress address={address} />}
            {isUnverified && <UnverifiedBadge />}
          </span>
        )}
      </dt>
      <dd className={styles.amount}>
        <bdi>{amount}</bdi>
      </dd>
      {/* An icon between `dt` and `dd` is not valid HTML: it comes last and CSS places it first. */}
      <dd className={styles.mark} aria-hidden="true">
        <BalanceChangeIcon row={row} />
      </dd>
    </div>
  )
}
