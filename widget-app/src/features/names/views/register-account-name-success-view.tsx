import { addressOf } from '#shared/caip/account-id.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { Button } from '#widget/ui/button.tsx'
import { Headline } from '#widget/ui/headline.tsx'
import { ScreenFooter } from '#widget/ui/screen-footer.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { SuccessTick } from '#widget/ui/success-tick.tsx'
import { Text } from '#widget/ui/text.tsx'

/** The account has its name now. */
export function RegisterAccountNameSuccessView({ view }: { view: ViewOf<'RegisterAccountNameSuccess'> }) {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  const account = useAtomValue(activeAccountAtom)
  return (
    <Stack gap={20} align="center">
      <div />
      <SuccessTick />
      <Headline
        title={t('register.done', { name: displayName(view.registered).text })}
        text={t('register.done-text')}
        isAlarm={false}
        size={22}
      />
      {account && (
        <Text align="center">
          <AddressText address={addressOf(account)} whole />
        </Text>
      )}
      <ScreenFooter>
        <Button onPress={() => move({ to: 'reset', view: { name: 'Account' } })}>{t('register.see')}</Button>
      </ScreenFooter>
    </Stack>
  )
}
