import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { submitEmailAtom } from '../email-capture.ts'
import { DataCaptureOtpView } from './data-capture-otp-view.tsx'

afterEach(cleanup)

/** The view after a code was sent; `sent` are the codes that the API receives, all of which are wrong. */
async function renderView() {
  const sent: unknown[] = []
  const { store } = testWorld({
    config: { siwx: { mode: 'hosted', email: 'required' } },
    routes: {
      '/auth/v1/otp': (_url, body) => {
        const code: unknown = Reflect.get(Object(body), 'code')
        if (code === undefined) return { body: { uuid: '11111111-1111-1111-1111-111111111111' } }
        sent.push(code)
        return { status: 400 }
      },
    },
  })
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h' }),
  })
  await store.set(submitEmailAtom, 'ann@mail.example')
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body}>
        <DataCaptureOtpView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
  const type = (value: string) => act(async () => void fireEvent.change(field, { target: { value } }))
  return { sent, field, type }
}

describe('DataCaptureOtpView', () => {
  it.each([
    ['12482913', 'The code has only 6 digits'],
    ['Your code is 482913, not 123456', 'The code has only 6 digits'],
    ['Order 12, code 3456', 'Enter only the 6 digits'],
  ])('code › %j pasted › is kept, not submitted, and shows a problem', async (text, sentence) => {
    const { sent, field, type } = await renderView()
    await type(text)
    expect([field.value, sent]).toEqual([text, []])
    expect(screen.getByText(sentence)).toBeTruthy()
    await type('12345')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('code › in a pasted sentence and wrong › is submitted once and cleared', async () => {
    const { sent, field, type } = await renderView()
    await type('Your code is 482913. It expires in 10 minutes.')
    await screen.findByText('Invalid code')
    await waitFor(() => expect(field.value).toBe(''))
    expect(sent).toEqual(['482913'])
  })

  it('code › IME composition › is neither changed nor submitted before its end', async () => {
    const { sent, field } = await renderView()
    fireEvent.compositionStart(field)
    await act(
      async () => void fireEvent.input(field, { target: { value: '１２３４５６' }, isComposing: true }),
    )
    expect([field.value, sent]).toEqual(['１２３４５６', []])
    await act(async () => void fireEvent.compositionEnd(field))
    await waitFor(() => expect(sent).toEqual(['123456']))
  })
})
