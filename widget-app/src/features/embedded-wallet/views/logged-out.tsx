import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'

/** In place of a view that needs a session, which has ended. */
export function LoggedOut() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('login.ended')} text={t('login.ended-text')} isAlert />
      <ScreenFooter>
        <Button onClick={() => navigate({ to: 'reset', view: { name: 'EmailLogin' } })}>
          {t('login.title')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}
