import { RecipientChoicesList } from './recipient-choices-list.tsx'
import { RecipientName } from './recipient-name.tsx'

/** What the person knows of recipients: whom to suggest, and the name of the one in the field. */
export function RecipientPeople() {
  return (
    <>
      <RecipientName />
      <RecipientChoicesList />
    </>
  )
}
