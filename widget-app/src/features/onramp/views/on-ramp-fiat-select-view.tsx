import { localeAtom } from '#widget/core/locale.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { TokenIcon } from '#widget/ui/identity/token-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { selectOptionAtom } from '../atoms/actions.ts'
import { resetOnLeaveAtom } from '../atoms/draft.ts'
import { currencyAtom, optionsAtom } from '../atoms/options.ts'
import { currencyNameAtom } from '../atoms/texts.ts'
import { methodsLine } from '../messages.ts'
import { NoAssets } from './no-assets.tsx'

/** The payment currencies; a click selects one and returns to the form. */
export function OnRampFiatSelectView() {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  const options = useAtomValue(optionsAtom)
  const selected = useAtomValue(currencyAtom)
  const nameOf = useAtomValue(currencyNameAtom)
  const locale = useAtomValue(localeAtom)
  const select = useSetAtom(selectOptionAtom)
  if (options.is === 'ready' && options.currencies.length === 0) return <NoAssets />
  return (
    <RowGroup label={t('buy.currency')} labelHidden busy={options.is === 'loading'}>
      {options.is === 'loading' ? (
        <Skeleton shape="row" mark="circle" count={4} />
      ) : (
        options.currencies.map(({ id, methods }) => (
          <Row
            key={id}
            title={nameOf(id)}
            subtitle={methodsLine(
              id,
              methods.map((method) => method.id),
              locale,
              t,
            )}
            icon={<TokenIcon name={id} />}
            selected={id === selected?.id}
            onClick={() => select({ currency: id, method: undefined })}
          />
        ))
      )}
    </RowGroup>
  )
}
