/**
 * Talking to the server: questions and streams. The token stands in the address behind `#` and goes into a header.
 */
import { parsed, said, t } from "./words.js";

let token = location.hash.slice(1);
/** Whether the server has refused the token. */
let refused = false;
const pages = new BroadcastChannel("katydid");

/** Takes another token: the server was started again. `told` is called when the page can go on. */
export function renewToken(told) {
  const take = (other) => {
    if (!other || other === token) return;
    token = other;
    refused = false;
    history.replaceState(history.state, "", `#${token}`);
    told();
  };
  addEventListener("hashchange", () => {
    take(location.hash.slice(1));
    pages.postMessage(token);
  });
  // A page that was opened with the new address helps the others.
  pages.addEventListener("message", ({ data }) => refused && take(data));
  pages.postMessage(token);
}

/** The name of this page; the server keeps one search for each. */
export const session = [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0"))
  .join("");

/** What the server has refused, in its words. */
export class Refused extends Error {}

const GONE = "Katydid does not answer: is `katydid web` still running?";

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let reply;
  try {
    reply = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    throw new Refused(t(GONE));
  }
  if (!reply.ok) {
    refused ||= reply.status === 403;
    const told = await reply.json().catch(() => ({ error: `${reply.status} ${reply.statusText}` }));
    throw new Refused(said(told.error));
  }
  return reply;
}

/** The answer to a question. */
export async function get(path, body) {
  return parsed(await (await ask(path, body)).text());
}

/**
 * A stream of answers, through a web socket: a browser has six connections for all pages of a server, but sockets for each.
 * @param {string} path where
 * @param {Object|undefined} body the request
 * @param {function(Object): void} told called with each
 * @returns {{done: Promise<void>, end: function(): void}} `end` leaves; the server then stops what it does
 */
export function stream(path, body, told) {
  const socket = new WebSocket(`ws://${location.host}/stream`);
  let left = false;
  let status = 0;
  const done = new Promise((resolve, reject) => {
    const fail = (error) => {
      reject(error);
      end();
    };
    const hear = ({ data }) => {
      if (left) return;
      if (!status) {
        status = Number(data);
        refused ||= status === 403;
        return;
      }
      const item = parsed(data);
      if (item.error) fail(new Refused(item.error));
      else if (item.kind !== "alive") told(item);
    };
    socket.onopen = () => socket.send(JSON.stringify({ path, token, body }));
    socket.onmessage = (message) => {
      try {
        hear(message);
      } catch (error) {
        fail(error);
      }
    };
    // A stream that breaks off has lost its server.
    socket.onclose = ({ code }) => (left || code === 1000 ? resolve() : reject(new Refused(t(GONE))));
  });
  const end = () => {
    left = true;
    // Browsers warn of a socket that is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  };
  return { done, end };
}

/** Ends the search or solution of this page; a search still sends its best turn. */
export function stop() {
  return get("/api/stop", { session });
}
