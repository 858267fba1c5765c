import { addressOf } from '#shared/caip/account-id.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'

/** Shown once the account has its name. */
export function RegisterAccountNameSuccessView({ view }: { view: ViewOf<'RegisterAccountNameSuccess'> }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const account = useAtomValue(activeAccountAtom)
  return (
    <Stack gap={20} align="center">
      <div />
      <SuccessTick />
      <Headline
        title={t('register.done', { name: displayName(view.registered).text })}
        text={t('register.done-text')}
        isAlert={false}
        size={22}
      />
      {account && (
        <Text align="center">
          <AddressText address={addressOf(account)} whole />
        </Text>
      )}
      <ScreenFooter>
        <Button onClick={() => navigate({ to: 'reset', view: { name: 'Account' } })}>
          {t('register.see')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}
