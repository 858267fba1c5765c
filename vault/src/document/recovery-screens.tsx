import { localeAtom } from '#widget/core/locale.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { ScreenOf } from './vault-screen.ts'

/** Formats epoch milliseconds. */
function useTimeText(): (ms: number) => string {
  const locale = useAtomValue(localeAtom)
  return (ms) => dateText(BigInt(Math.floor(ms / 1_000)), locale)
}

/** What the operator could do, before the user lets it; and the way back. */
function AssistanceScreen({ screen: { isOn, answer } }: { screen: ScreenOf<'assistance'> }) {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('vault.assistance')}
        text={t(isOn ? 'vault.assistance-on-text' : 'vault.assistance-text')}
        isAlert={false}
        size={22}
      />
      <Notice tone="warning">{t('vault.assistance-warning')}</Notice>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('common.back')}
          </Button>
          <Button onClick={() => answer(true)}>
            {t(isOn ? 'vault.assistance-remove' : 'vault.assistance-add')}
          </Button>
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

/** What a request means, before it is made. */
function RecoveryIntroScreen({ screen: { email, answer } }: { screen: ScreenOf<'recovery-intro'> }) {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('vault.recovery-intro')}
        text={t('vault.recovery-intro-text')}
        isAlert={false}
        size={22}
      />
      <Notice tone="info">{t('vault.recovery-intro-mail', { email })}</Notice>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('common.back')}
          </Button>
          <Button onClick={() => answer(true)}>{t('vault.recovery-begin')}</Button>
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

/** The texts of a request, by its state. */
function useRequestTexts({ request, canOpen }: ScreenOf<'recovery'>): { title: string; text: string } {
  const t = useT()
  const timeText = useTimeText()
  const { name, requestedAtMs, opensAtMs, expiresAtMs, nowMs, isAnswered } = request
  if (!canOpen)
    return {
      title: t('vault.recovery-elsewhere'),
      text: t('vault.recovery-elsewhere-text', { time: timeText(requestedAtMs), device: name }),
    }
  if (isAnswered) return { title: t('vault.recovery-answered'), text: t('vault.recovery-answered-text') }
  return nowMs < opensAtMs
    ? {
        title: t('vault.recovery-waiting'),
        text: t('vault.recovery-waiting-text', { time: timeText(opensAtMs) }),
      }
    : {
        title: t('vault.recovery-due'),
        text: t('vault.recovery-due-text', { time: timeText(expiresAtMs) }),
      }
}

/** A request of the user, until the operator has answered it. */
function RequestScreen({ screen }: { screen: ScreenOf<'recovery'> }) {
  const t = useT()
  const { title, text } = useRequestTexts(screen)
  const { request, code, canOpen, answer } = screen
  return (
    <Stack gap={20}>
      <div />
      <Headline title={title} text={text} isAlert={false} size={22} />
      {canOpen && !request.isAnswered && (
        <Notice tone="info" title={<bdi dir="ltr">{code}</bdi>}>
          {t('vault.recovery-code')}
        </Notice>
      )}
      <Button look="quiet" size="small" onClick={() => answer('cancel')}>
        {t('vault.recovery-cancel')}
      </Button>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer('back')}>
            {t('common.back')}
          </Button>
          {canOpen && request.isAnswered ? (
            <Button onClick={() => answer('open')}>{t('vault.recovery-open')}</Button>
          ) : (
            <Button onClick={() => answer('look')}>{t('vault.recovery-look')}</Button>
          )}
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

/** On a device that has the wallet: a recovery was requested. */
function RecoveryAlertScreen({ screen: { request, answer } }: { screen: ScreenOf<'recovery-alert'> }) {
  const t = useT()
  const timeText = useTimeText()
  const { name, requestedAtMs, opensAtMs } = request
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('vault.recovery-alert')}
        text={t('vault.recovery-alert-text', {
          ...{ time: timeText(requestedAtMs), device: name, opens: timeText(opensAtMs) },
        })}
        isAlert
        size={22}
      />
      <Notice tone="warning">{t('vault.recovery-alert-warning')}</Notice>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('vault.recovery-keep')}
          </Button>
          <Button onClick={() => answer(true)}>{t('vault.recovery-cancel')}</Button>
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

type RecoveryScreens = ScreenOf<'assistance' | 'recovery-intro' | 'recovery' | 'recovery-alert'>

/** The screens of a recovery with the operator's help. */
export function RecoveryScreen({ screen }: { screen: RecoveryScreens }) {
  switch (screen.is) {
    case 'assistance':
      return <AssistanceScreen screen={screen} />
    case 'recovery-intro':
      return <RecoveryIntroScreen screen={screen} />
    case 'recovery':
      return <RequestScreen screen={screen} />
    case 'recovery-alert':
      return <RecoveryAlertScreen screen={screen} />
  }
}
