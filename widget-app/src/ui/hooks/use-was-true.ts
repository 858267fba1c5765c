import { useState } from 'react'

/** Whether a value has been true since the component mounted. */
export function useWasTrue(value: boolean): boolean {
  const [was, setWas] = useState(value)
  if (value && !was) setWas(true)
  return was || value
}
