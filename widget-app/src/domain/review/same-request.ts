/** A JSON-RPC request, also as it is parsed from a message. */
type Request = { readonly method: string; readonly params?: readonly unknown[] | object | undefined }

/** A value as one text, with the members of objects in a fixed order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )

/** Whether two canonical requests are equal; the order of members is ignored. */
export const isSameRequest = (one: Request, other: Request): boolean =>
  one.method === other.method && canonical(one.params) === canonical(other.params)
