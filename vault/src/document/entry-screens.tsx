import { type ReactNode, useState } from 'react'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { FooterPair } from '#widget/ui/layout/footer-pair.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { type ParsedRecoveryCode, parseRecoveryCode } from '../core/recovery-code.ts'
import { type ParsedRecoveryPhrase, parseRecoveryPhrase } from '../core/recovery-phrase.ts'
import { Problem } from './keeping-screens.tsx'
import type { VaultProblem, VaultScreen } from './vault-screen.ts'

type ScreenOf<Name extends VaultScreen['is']> = Extract<VaultScreen, { is: Name }>

/** Length of a group of a recovery code. */
const groupLength = 5

function codeProblem(t: Translate, code: ParsedRecoveryCode): string | undefined {
  switch (code.is) {
    case 'valid':
      return undefined
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

function phraseProblem(t: Translate, phrase: ParsedRecoveryPhrase): string | undefined {
  switch (phrase.is) {
    case 'valid':
      return undefined
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
  readonly problem: VaultProblem | undefined
  readonly submitLabel: string
  readonly onSubmit: () => void
  readonly onBack?: () => void
  readonly children: ReactNode
}

function Entry({ title, text, problem, submitLabel, onSubmit, onBack, children }: EntryProps) {
  const t = useT()
  const submit = <Button onClick={onSubmit}>{submitLabel}</Button>
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
        {onBack ? (
          <FooterPair>
            <Button look="secondary" onClick={onBack}>
              {t('common.back')}
            </Button>
            {submit}
          </FooterPair>
        ) : (
          submit
        )}
      </ScreenFooter>
    </form>
  )
}

/** Field for a recovery code, which names typing errors before anything is sent. */
export function EnterCodeScreen({ screen: { problem, answer } }: { screen: ScreenOf<'enter-code'> }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    const code = parseRecoveryCode(typed)
    if (code.is === 'valid') answer(code.factor)
    else setError(codeProblem(t, code))
  }
  return (
    <Entry
      title={t('vault.restore-code')}
      problem={problem}
      submitLabel={t('vault.restore-button')}
      onSubmit={submit}
      onBack={() => answer(undefined)}
    >
      <TextField
        label={t('vault.code-field')}
        placeholder="XXXXX-XXXXX-…"
        mono
        dir="ltr"
        value={typed}
        error={error}
        onChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
    </Entry>
  )
}

/** Field for the 12 words. */
export function EnterPhraseScreen({ screen: { problem, answer } }: { screen: ScreenOf<'enter-phrase'> }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    const phrase = parseRecoveryPhrase(typed)
    if (phrase.is === 'valid') answer(phrase.entropy)
    else setError(phraseProblem(t, phrase))
  }
  return (
    <Entry
      title={t('vault.restore-phrase')}
      problem={problem}
      submitLabel={t('vault.restore-button')}
      onSubmit={submit}
      onBack={() => answer(undefined)}
    >
      <TextField
        label={t('vault.phrase-field')}
        dir="ltr"
        value={typed}
        error={error}
        onChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
    </Entry>
  )
}

const digits = 6

/** Field for the code that was sent by e-mail. */
export function StepUpScreen({ screen: { problem, answer } }: { screen: ScreenOf<'step-up'> }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const code = typed.replaceAll(/\D/g, '')
  const submit = () => {
    if (code.length === digits) answer(code)
  }
  return (
    <Entry
      title={t('vault.step-up')}
      text={t('vault.step-up-text')}
      problem={problem}
      submitLabel={t('vault.continue')}
      onSubmit={submit}
    >
      <TextField
        label={t('vault.step-up-field')}
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
        dir="ltr"
        value={typed}
        onChange={setTyped}
      />
    </Entry>
  )
}
