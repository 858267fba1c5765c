import { useT } from '#widget/lib/i18n/translate.ts'
import { Headline } from '#widget/ui/display/headline.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Problem } from './problem.tsx'
import type { ScreenOf } from './vault-screen.ts'

/** Lets the user log in with a passkey, or begin with a new one. */
export function LoginScreen({ screen: { problem, answer } }: { screen: ScreenOf<'log-in'> }) {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('vault.log-in')} text={t('vault.log-in-text')} isAlert={false} size={22} />
      <Problem problem={problem} />
      <RowGroup>
        <Row title={t('vault.log-in-use')} chevron onClick={() => answer('log-in')} />
        <Row
          title={t('vault.log-in-create')}
          subtitle={t('vault.log-in-create-text')}
          chevron
          onClick={() => answer('sign-up')}
        />
      </RowGroup>
    </Stack>
  )
}
