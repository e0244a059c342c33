import { isIPv6 } from "node:net";

/** Stands for a client without an address, for example one that connects to a socket file. */
const none = "-";

/**
 * Returns the part of an IP address that one client cannot change at will: a whole IPv4 address, or the first 64 bits of
 * an IPv6 address, because a client usually gets a network of that size.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || address === "") return none;
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [plain = ""] = address.split("%");
  return isIPv6(plain) ? `${firstGroups(plain).join(":")}::/64` : address;
}

/**
 * Returns the first four groups of an IPv6 address, without leading zeros. `::` stands for as many zeros as are missing.
 */
function firstGroups(address: string): string[] {
  const [before = "", after] = address.split("::");
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

/** Returns the groups of 16 bits. An IPv4 address at the end counts as two groups; their values are not used. */
const groupsOf = (part: string): string[] =>
  part === "" ? [] : part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
