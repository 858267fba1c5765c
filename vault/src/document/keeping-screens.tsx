import { useState } from 'react'
import { WindowMessage } from '#widget/app/confirm/window-sheet.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import styles from './keeping-screens.module.css'
import { Problem } from './problem.tsx'
import type { ScreenOf } from './vault-screen.ts'

/** Offers ways to keep the wallet. */
export function KeepScreen({ screen }: { screen: ScreenOf<'keep'> }) {
  const t = useT()
  const { isNew, missing, canRemovePasskey, isAssisted, problem, answer } = screen
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t(isNew ? 'vault.ready' : 'vault.kept')}
        text={t(isNew ? 'vault.secure' : 'vault.kept-text')}
        isAlert={false}
        size={22}
      />
      {missing && (
        <Notice tone="warning">{t(missing === 'login' ? 'vault.login-missing' : 'vault.secure-text')}</Notice>
      )}
      <Problem problem={problem} />
      <RowGroup>
        <Row
          title={t('vault.secure-passkey')}
          subtitle={t('vault.secure-passkey-text')}
          chevron
          onClick={() => answer('passkey')}
        />
        <Row
          title={t('vault.secure-code')}
          subtitle={t('vault.secure-code-text')}
          chevron
          onClick={() => answer('code')}
        />
        {!isNew && (
          <Row
            title={t('vault.keep-phrase')}
            subtitle={t('vault.keep-phrase-text')}
            chevron
            onClick={() => answer('phrase')}
          />
        )}
        {!isNew && <Row title={t('vault.key')} chevron onClick={() => answer('key')} />}
        {!isNew && (
          <Row
            title={t('vault.send')}
            subtitle={t('vault.send-text')}
            chevron
            onClick={() => answer('send')}
          />
        )}
        {isAssisted !== undefined && (
          <Row
            title={t('vault.assistance')}
            subtitle={t(isAssisted ? 'vault.assistance-on' : 'vault.assistance-off')}
            chevron
            onClick={() => answer('assistance')}
          />
        )}
        {!isNew && canRemovePasskey && (
          <Row title={t('vault.passkeys')} chevron onClick={() => answer('remove-passkey')} />
        )}
      </RowGroup>
      <ScreenFooter>
        <Button look="quiet" onClick={() => answer('later')}>
          {t(isNew ? 'vault.secure-later' : 'common.done')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

/** Shows a new recovery code once, until the user proves that it was saved. */
export function NewCodeScreen({ screen: { code, answer } }: { screen: ScreenOf<'new-code'> }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const groups = code.split('-')
  const check = () => {
    if (typed.trim().toUpperCase() === groups.at(-1)) answer()
    else setWrong(true)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <Stack gap={20}>
        <div />
        <Headline title={t('vault.code')} text={t('vault.code-text')} isAlert={false} size={22} />
        <div className={styles.code} dir="ltr" data-testid="recovery-code">
          {groups.map((group) => (
            <span key={group}>{group}</span>
          ))}
        </div>
        <CopyButton text={code} label={t('vault.code-copy')} copiedLabel={t('vault.code-copied')}>
          {t('vault.code-copy')}
        </CopyButton>
        <TextField
          label={t('vault.code-check')}
          hint={t('vault.code-check-hint')}
          dir="ltr"
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setWrong(false)
          }}
          error={isWrong ? t('vault.code-wrong') : undefined}
        />
      </Stack>
      <ScreenFooter>
        <Button onClick={check}>{t('vault.code-done')}</Button>
      </ScreenFooter>
    </form>
  )
}

/** Shows the 12 words after another press: a bystander sees nothing before. */
export function PhraseScreen({ screen: { phrase, answer } }: { screen: ScreenOf<'phrase'> }) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('vault.phrase')} text={t('vault.phrase-text')} isAlert={false} size={22} />
      <Notice tone="warning">{t('vault.phrase-warning')}</Notice>
      {isShown && (
        <ol className={styles.words} dir="ltr" data-testid="recovery-phrase">
          {phrase.split(' ').map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word can occur twice, and none moves
            <li key={at}>{word}</li>
          ))}
        </ol>
      )}
      <ScreenFooter>
        {isShown ? (
          <Button onClick={answer}>{t('common.done')}</Button>
        ) : (
          <Button onClick={() => setShown(true)}>{t('vault.phrase-show')}</Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}

const wayTexts = {
  device: 'vault.restore-device',
  passkey: 'vault.restore-passkey',
  code: 'vault.restore-code',
  assisted: 'vault.recovery',
  phrase: 'vault.restore-phrase',
} as const

/** Offers the ways to bring the wallet to this device. */
export function RestoreScreen({ screen }: { screen: ScreenOf<'restore'> }) {
  const t = useT()
  const { isOnDevice, ways, problem, answer } = screen
  return (
    <Stack gap={20}>
      <div />
      <Headline
        title={t(isOnDevice ? 'vault.step-up' : 'vault.restore')}
        text={t(isOnDevice ? 'vault.prove-passkey' : 'vault.restore-text')}
        isAlert={false}
        size={22}
      />
      {!ways.some((way) => way === 'passkey' || way === 'code' || way === 'assisted') && (
        <Notice tone="warning">{t('vault.restore-none')}</Notice>
      )}
      <Problem problem={problem} />
      <RowGroup>
        {ways.map((way) => (
          <Row key={way} title={t(wayTexts[way])} chevron onClick={() => answer(way)} />
        ))}
      </RowGroup>
    </Stack>
  )
}

/** Lets the user remove passkeys. */
export function PasskeysScreen({ screen: { passkeys, problem, answer } }: { screen: ScreenOf<'passkeys'> }) {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('vault.passkeys')} text={t('vault.passkeys-text')} isAlert={false} size={22} />
      <Problem problem={problem} />
      <RowGroup>
        {passkeys.map(({ id, name }) => (
          <Row
            key={id}
            title={name}
            subtitle={t('vault.passkeys-remove')}
            onClick={() => answer({ is: 'remove', id })}
          />
        ))}
        <Row title={t('vault.passkeys-add')} chevron onClick={() => answer({ is: 'add' })} />
      </RowGroup>
      <ScreenFooter>
        <Button look="quiet" onClick={() => answer({ is: 'keep' })}>
          {t('vault.passkeys-keep')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

/** Lets the user confirm the removal of a passkey. */
export function RemovePasskeyScreen({ screen: { name, answer } }: { screen: ScreenOf<'remove-passkey'> }) {
  const t = useT()
  return (
    <>
      <WindowMessage title={t('vault.passkeys-confirm', { name })} text={t('vault.passkeys-confirm-text')} />
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('common.back')}
          </Button>
          <Button onClick={() => answer(true)}>{t('vault.passkeys-remove')}</Button>
        </FooterPair>
      </ScreenFooter>
    </>
  )
}

/** Asks for a login on the site, which is all that proves this user. */
export function LoginNeededScreen({ screen: { hasFrame, answer } }: { screen: ScreenOf<'login-needed'> }) {
  const t = useT()
  return (
    <>
      <WindowMessage
        title={t('vault.step-up')}
        text={t(hasFrame ? 'vault.login-needed' : 'vault.login-needed-on-site')}
      />
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('common.back')}
          </Button>
          <Button onClick={() => answer(true)}>{t('vault.try-again')}</Button>
        </FooterPair>
      </ScreenFooter>
    </>
  )
}
