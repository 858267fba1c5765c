import { localeAtom } from '#widget/core/locale.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { displayOrigin } from '#widget/lib/text/origin-display.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { Badge } from '#widget/ui/display/badge.tsx'
import { CloseIcon } from '#widget/ui/icons/close.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { openChangeAtom } from '../account-change.ts'
import { devicesAtom } from '../account-lists.ts'
import { ListFailed } from './list-failed.tsx'

/** The devices that can act for the user; each other one can be removed. */
export function DeviceRows() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const [devices, reload] = useAtom(devicesAtom)
  const openChange = useSetAtom(openChangeAtom)
  if (devices.is === 'loading') return <LoadingRows count={2} />
  if (devices.is === 'failed')
    return (
      <ListFailed
        title={t('wallet-settings.devices-failed')}
        details={devices.details}
        onRetry={() => reload()}
      />
    )
  return (
    <RowGroup label={t('wallet-settings.devices')}>
      {devices.items.map(({ id, kind, site, name, lastUsedAtMs, isCurrent, isCurrentVault }) => {
        const time = dateText(BigInt(Math.floor(lastUsedAtMs / 1_000)), locale)
        const place = site === undefined ? t('wallet-settings.keys') : displayOrigin(site)
        const holdsKeys = kind === 'vault' && (isCurrentVault ? 'here' : 'elsewhere')
        const device = { id, name, holdsKeys } as const
        return (
          <Row
            key={id}
            title={<bdi>{name}</bdi>}
            subtitle={
              <>
                <bdi>{place}</bdi> · {t('wallet-settings.used', { time })}
              </>
            }
            badge={
              (isCurrent || isCurrentVault) && (
                <Badge>{t(isCurrent ? 'wallet-settings.current' : 'wallet-settings.current-vault')}</Badge>
              )
            }
            action={
              !isCurrent && (
                <IconButton
                  label={t('wallet-settings.remove', { device: name })}
                  onClick={() => openChange({ is: 'remove-device', device })}
                >
                  <CloseIcon />
                </IconButton>
              )
            }
          />
        )
      })}
    </RowGroup>
  )
}
