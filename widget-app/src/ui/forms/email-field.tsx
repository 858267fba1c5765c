import type { ReactNode } from 'react'
import { useT } from '#widget/lib/i18n/translate.ts'
import { emailMaxLength, parseEmail, suggestedEmails } from '#widget/lib/text/email.ts'
import { Button } from '../buttons/button.tsx'
import { Text } from '../display/text.tsx'
import { Stack } from '../layout/stack.tsx'
import { TextField } from './text-field.tsx'

const maxSuggestions = 3

type EmailFieldProps = {
  readonly typed: string
  readonly onChange: (typed: string) => void
  /** Addresses used before, offered until the user types. */
  readonly recent: readonly string[]
  readonly isInvalid: boolean
  readonly disabled: boolean
  readonly hint?: ReactNode
}

/** A field for an e-mail address, with addresses used before and completions below it. */
export function EmailField({ typed, onChange, recent, isInvalid, disabled, hint }: EmailFieldProps) {
  const t = useT()
  const isTooLong = parseEmail(typed).length > emailMaxLength
  const suggestions = typed === '' ? recent : suggestedEmails(typed).slice(0, maxSuggestions)
  return (
    <>
      <TextField
        label={t('email.label')}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={typed}
        onChange={onChange}
        placeholder="name@example.com"
        hint={hint}
        error={
          isTooLong
            ? t('field.too-long', { count: emailMaxLength })
            : isInvalid
              ? t('email.invalid')
              : undefined
        }
        disabled={disabled}
      />
      {suggestions.length > 0 && (
        <Stack gap={8}>
          <Text size={13} tone="soft">
            {t(typed === '' ? 'email.recent' : 'email.suggested')}
          </Text>
          <Stack across wrap gap={8}>
            {suggestions.map((email) => (
              <Button key={email} look="secondary" size="small" onClick={() => onChange(email)}>
                <bdi dir="ltr">{email}</bdi>
              </Button>
            ))}
          </Stack>
        </Stack>
      )}
    </>
  )
}
