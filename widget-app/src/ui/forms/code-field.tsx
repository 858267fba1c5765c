import { useState } from 'react'
import type { CodeProblem } from '#widget/lib/code-problem.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { parseCode } from '#widget/lib/text/one-time-code.ts'
import { TextField } from './text-field.tsx'

type CodeFieldProps = {
  /** Why the last code was rejected. */
  readonly problem: CodeProblem | undefined
  readonly disabled: boolean
  /** The user changes the text. */
  readonly onEdit: () => void
  /** The text is a complete code, in Latin digits; the field is cleared when the promise resolves. */
  readonly onCode: (digits: string) => Promise<void>
}

/** A field for a one-time code of six digits; a complete one is submitted without a click. */
export function CodeField({ problem, disabled, onEdit, onCode }: CodeFieldProps) {
  const t = useT()
  const [text, setText] = useState('')
  const typed = parseCode(text)
  const change = (value: string, isComposing: boolean) => {
    setText(value)
    onEdit()
    const code = parseCode(value)
    if (isComposing || code.is !== 'code') return
    setText(code.digits)
    void onCode(code.digits).then(() => setText(''))
  }
  return (
    <TextField
      label={t('code.label')}
      inputMode="numeric"
      autoComplete="one-time-code"
      mono
      value={text}
      onChange={change}
      hint={t('code.hint')}
      error={problem ? t(`code.${problem}`) : typed.is === 'problem' ? t(`code.${typed.problem}`) : undefined}
      disabled={disabled}
    />
  )
}
