import { type ReactNode, useState } from 'react'
import { nowAtom } from '#widget/core/current-time.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Field } from '#widget/ui/forms/field.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { Bytes } from '../core/bytes.ts'
import { type ParsedRecoveryCode, parseRecoveryCode } from '../core/recovery-code.ts'
import { type ParsedRecoveryPhrase, parseRecoveryPhrase } from '../core/recovery-phrase.ts'
import styles from './keeping-screens.module.css'
import { Problem } from './problem.tsx'
import type { ScreenOf, VaultProblem } from './vault-screen.ts'

/** Length of a group of a recovery code. */
const groupLength = 5

function readCode(t: Translate, code: ParsedRecoveryCode): Bytes | string {
  switch (code.is) {
    case 'valid':
      return code.factor
    case 'incomplete':
      return code.missing > 0
        ? t('vault.code-missing', { count: code.missing })
        : t('vault.code-surplus', { count: -code.missing })
    case 'invalid-character':
      return t('vault.code-character')
    case 'wrong-checksum': {
      const [position] = code.positions
      return position === undefined
        ? t('vault.code-typo')
        : t('vault.code-typo-at', { group: Math.floor(position / groupLength) + 1 })
    }
  }
}

function readPhrase(t: Translate, phrase: ParsedRecoveryPhrase): Bytes | string {
  switch (phrase.is) {
    case 'valid':
      return phrase.entropy
    case 'wrong-word-count':
      return t('vault.phrase-count', { count: phrase.count })
    case 'unknown-words':
      return t('vault.phrase-word', { position: (phrase.positions[0] ?? 0) + 1 })
    case 'wrong-checksum':
      return t('vault.phrase-order')
  }
}

type EntryProps = {
  readonly title: string
  readonly text?: string
  readonly problem?: VaultProblem | undefined
  readonly submitLabel: string
  readonly onSubmit: () => void
  readonly onBack: () => void
  readonly children?: ReactNode
}

function Entry({ title, text, problem, submitLabel, onSubmit, onBack, children }: EntryProps) {
  const t = useT()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack gap={20}>
        <div />
        <Headline title={title} text={text} isAlert={false} size={22} />
        <Problem problem={problem} />
        {children}
      </Stack>
      <ScreenFooter>
        <FooterPair>
          <Button look="secondary" onClick={onBack}>
            {t('common.back')}
          </Button>
          <Button onClick={onSubmit}>{submitLabel}</Button>
        </FooterPair>
      </ScreenFooter>
    </form>
  )
}

type SecretEntryProps = {
  readonly title: string
  readonly label: string
  /** Whether it is longer than a line. */
  readonly isLong?: boolean
  /** The secret of a text without typing errors, otherwise the message that names the error. */
  readonly read: (typed: string) => Bytes | string
  readonly answer: (secret: Bytes | undefined) => void
}

/** Field for a secret that restores the wallet, which names typing errors before anything is sent. */
function SecretEntry({ title, label, isLong, read, answer }: SecretEntryProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    const secret = read(typed)
    if (typeof secret === 'string') setError(secret)
    else answer(secret)
  }
  const change = (value: string) => {
    setTyped(value)
    setError(undefined)
  }
  return (
    <Entry
      title={title}
      submitLabel={t('vault.restore-button')}
      onSubmit={submit}
      onBack={() => answer(undefined)}
    >
      {isLong ? (
        <Field label={label} error={error}>
          {(control) => (
            <textarea
              {...control}
              className={styles.phrase}
              dir="ltr"
              rows={4}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
      ) : (
        <TextField
          label={label}
          placeholder="XXXXX-XXXXX-…"
          mono
          dir="ltr"
          value={typed}
          error={error}
          onChange={change}
        />
      )}
    </Entry>
  )
}

/** Field for a recovery code. */
export function EnterCodeScreen({ screen }: { screen: ScreenOf<'enter-code'> }) {
  const t = useT()
  return (
    <SecretEntry
      answer={screen.answer}
      title={t('vault.restore-code')}
      label={t('vault.code-field')}
      read={(typed) => readCode(t, parseRecoveryCode(typed))}
    />
  )
}

/** Field for the 12 words. */
export function EnterPhraseScreen({ screen }: { screen: ScreenOf<'enter-phrase'> }) {
  const t = useT()
  return (
    <SecretEntry
      answer={screen.answer}
      title={t('vault.restore-phrase')}
      label={t('vault.phrase-field')}
      isLong
      read={(typed) => readPhrase(t, parseRecoveryPhrase(typed))}
    />
  )
}

const digits = 6

type DigitsEntryProps = Pick<
  EntryProps,
  'title' | 'text' | 'problem' | 'submitLabel' | 'onBack' | 'children'
> & {
  readonly label: string
  readonly autoComplete?: 'one-time-code'
  readonly onDigits: (typed: string) => void
}

/** Field for six digits; `children` are below it. */
function DigitsEntry({ label, autoComplete, onDigits, children, ...entry }: DigitsEntryProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [isShort, setShort] = useState(false)
  const submit = () => {
    const entered = typed.replaceAll(/\D/g, '')
    if (entered.length === digits) onDigits(entered)
    else setShort(true)
  }
  return (
    <Entry {...entry} onSubmit={submit}>
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete={autoComplete ?? 'off'}
        dir="ltr"
        value={typed}
        error={isShort ? t('vault.digits') : undefined}
        onChange={(value) => {
          setTyped(value)
          setShort(false)
        }}
      />
      {children}
    </Entry>
  )
}

/** Field for the code that was sent by e-mail. */
export function StepUpScreen({ screen: { problem, resendAtMs, answer } }: { screen: ScreenOf<'step-up'> }) {
  const t = useT()
  return (
    <DigitsEntry
      title={t('vault.step-up')}
      text={t('vault.step-up-text')}
      problem={problem}
      label={t('vault.step-up-field')}
      autoComplete="one-time-code"
      submitLabel={t('vault.continue')}
      onDigits={(code) => answer({ is: 'code', code })}
      onBack={() => answer({ is: 'back' })}
    >
      <ResendButton atMs={resendAtMs} onClick={() => answer({ is: 'resend' })} />
    </DigitsEntry>
  )
}

/** Requests a new code; before `atMs`, in epoch milliseconds, it shows the seconds until then and ignores clicks. */
function ResendButton({ atMs, onClick }: { readonly atMs: number; readonly onClick: () => void }) {
  const t = useT()
  const seconds = Math.max(0, Math.ceil((atMs - useAtomValue(nowAtom)) / 1_000))
  return (
    <Button look="quiet" size="small" waiting={seconds > 0} onClick={onClick}>
      {seconds > 0 ? t('vault.step-up-resend-in', { count: seconds }) : t('vault.step-up-resend')}
    </Button>
  )
}

/** Old device: field for the number that the new one shows. */
export function TransferEnterScreen({ screen: { name, answer } }: { screen: ScreenOf<'transfer-enter'> }) {
  const t = useT()
  return (
    <DigitsEntry
      title={t('vault.transfer-enter')}
      text={t('vault.transfer-enter-text', { device: name })}
      label={t('vault.transfer-field')}
      submitLabel={t('vault.send-button')}
      onDigits={answer}
      onBack={() => answer(undefined)}
    />
  )
}
