/** The application, which reminds clients of appointments. This is the code that the contract is about. */
export class Reminders {
  #settings;
  #clients = new Map();

  constructor(settings) {
    this.#settings = settings;
  }

  /** True if the application's link with a Location is active. */
  async isConnected(location) {
    const { baseUrl, partnerToken, application } = this.#settings;
    const answer = await fetch(`${baseUrl}/marketplace/salon/${location}/application/${application}`, {
      headers: { Accept: "application/vnd.api.v2+json", Authorization: `Bearer ${partnerToken}` },
    });
    if (answer.status !== 200) return false;
    const { data } = await answer.json();
    return data.connection_status.status === "active";
  }

  /** The titles of a Location's rooms, read page by page. */
  async folders(location) {
    const { v3BaseUrl, accessToken } = this.#settings;
    const titles = [];
    let cursor = "";
    do {
      const answer = await fetch(`${v3BaseUrl}/locations/${location}/resources?limit=100${cursor}`, {
        headers: { Authorization: `Bearer ${accessToken}` },
      });
      if (answer.status !== 200) throw new Error(`resources: the platform answers ${answer.status}`);
      const { data, has_more, next_cursor } = await answer.json();
      titles.push(...data.map(({ title }) => title));
      cursor = has_more ? `&cursor=${encodeURIComponent(next_cursor)}` : "";
    } while (cursor);
    return titles;
  }

  /** Takes a webhook about a client; returns how many clients are known. */
  receive({ company_id, resource_id, status }) {
    this.#clients.set(`${company_id}/${resource_id}`, status);
    return this.#clients.size;
  }
}
