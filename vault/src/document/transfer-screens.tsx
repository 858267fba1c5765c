import { WindowMessage } from '#widget/app/confirm/window-sheet.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { QrCode } from '#widget/ui/display/qr-code.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import styles from './keeping-screens.module.css'
import type { ScreenOf } from './vault-screen.ts'

function BackFooter({ onBack }: { onBack: () => void }) {
  const t = useT()
  return (
    <ScreenFooter>
      <Button look="secondary" onClick={onBack}>
        {t('common.back')}
      </Button>
    </ScreenFooter>
  )
}

/** New device: says how the other device sends the wallet. */
function TransferStartScreen({ screen: { link, back } }: { screen: ScreenOf<'transfer-start'> }) {
  const t = useT()
  return (
    <Stack gap={20} align="center">
      <div />
      <Headline
        title={t('vault.transfer-start')}
        text={t('vault.transfer-start-text')}
        isAlert={false}
        size={22}
      />
      <QrCode text={link} label={t('vault.transfer-qr')} />
      <CopyButton text={link} label={t('vault.transfer-copy')} copiedLabel={t('vault.transfer-copied')}>
        {t('vault.transfer-copy')}
      </CopyButton>
      <BackFooter onBack={back} />
    </Stack>
  )
}

/** New device: the number that the user types on the other one. */
function TransferNumberScreen({ screen }: { screen: ScreenOf<'transfer-number'> }) {
  const t = useT()
  const { number, answer } = screen
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('vault.transfer-number')}
        text={t('vault.transfer-number-text')}
        isAlert={false}
        size={22}
      />
      <output className={styles.number} dir="ltr" data-testid="matching-number">
        {`${number.slice(0, 3)} ${number.slice(3)}`}
      </output>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => answer(true)}>{t('vault.transfer-accepted')}</Button>
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

/** The other device is next. */
function TransferWaitScreen({
  screen: { is, back },
}: {
  screen: ScreenOf<'transfer-wait' | 'transfer-look'>
}) {
  const t = useT()
  return (
    <>
      <WindowMessage
        title={t(is === 'transfer-look' ? 'vault.send' : 'vault.transfer-wait')}
        text={is === 'transfer-look' ? t('vault.transfer-look') : undefined}
      >
        <Spinner />
      </WindowMessage>
      <BackFooter onBack={back} />
    </>
  )
}

/** Old device: names the device that asks, before anything is sent. */
function TransferConfirmScreen({ screen }: { screen: ScreenOf<'transfer-confirm'> }) {
  const t = useT()
  const { name, answer } = screen
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t('vault.transfer-confirm', { device: name })}
        text={t('vault.transfer-confirm-text')}
        isAlert={false}
        size={22}
      />
      <Notice tone="warning">{t('vault.transfer-warning')}</Notice>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => answer(true)}>{t('vault.continue')}</Button>
        </FooterPair>
      </ScreenFooter>
    </Stack>
  )
}

function TransferSentScreen({ screen: { answer } }: { screen: ScreenOf<'transfer-sent'> }) {
  const t = useT()
  return (
    <>
      <WindowMessage title={t('vault.transfer-sent')} text={t('vault.transfer-sent-text')} />
      <ScreenFooter>
        <Button onClick={answer}>{t('common.done')}</Button>
      </ScreenFooter>
    </>
  )
}

type TransferScreens = ScreenOf<
  | 'transfer-start'
  | 'transfer-number'
  | 'transfer-look'
  | 'transfer-wait'
  | 'transfer-confirm'
  | 'transfer-sent'
>

/** The screens of a transfer on either device, without the field for the number. */
export function TransferScreen({ screen }: { screen: TransferScreens }) {
  switch (screen.is) {
    case 'transfer-start':
      return <TransferStartScreen screen={screen} />
    case 'transfer-number':
      return <TransferNumberScreen screen={screen} />
    case 'transfer-look':
    case 'transfer-wait':
      return <TransferWaitScreen screen={screen} />
    case 'transfer-confirm':
      return <TransferConfirmScreen screen={screen} />
    case 'transfer-sent':
      return <TransferSentScreen screen={screen} />
  }
}
