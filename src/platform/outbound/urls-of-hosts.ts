/**
 * Returns a URL for each host of a URL that names several, separated by commas, and has everything else in common:
 * `amqp://portico:secret@one:5672,two:5672/shop`. Each host may have a port, and an address of version 6 is in brackets. What
 * is before the hosts may contain commas, and a host that is not named (`postgresql:///shop`) stays empty.
 */
export function urlsOfHosts(url: string): [string, ...string[]] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const urlOf = (host: string) => `${before}${host}${after}`;
  const [first = "", ...others] = hosts.split(",");
  return [urlOf(first), ...others.map(urlOf)];
}

/** Whether a URL names several hosts. */
export const hasSeveralHosts = (url: string): boolean => urlsOfHosts(url).length > 1;
