/** An entry of `GET /V1/adminUsers/search`. */
export interface AdminUser {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly is_active: boolean;
  readonly role_id: number;
  readonly role_name: string;
}

/** An entry of `GET /V1/adminRoles/search`. */
export interface AdminRole {
  readonly id: number;
  readonly name: string;
  readonly resources: readonly string[];
}

/** An entry of `GET /V1/integrations/search`. */
export interface Integration {
  readonly id: number;
  readonly name: string;
  /** 0 inactive, 1 active, 2 revoked. */
  readonly status: number;
  readonly resources: readonly string[];
  readonly created_at: string;
}

/** The keys of a new integration, which the server shows once. */
export interface Credentials {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string | null;
  readonly access_token_secret: string | null;
}

/** An entry of `GET /V1/webhooks`. */
export interface Webhook {
  readonly id: number;
  readonly name: string | null;
  readonly url: string;
  readonly types: readonly string[];
  readonly status: "active" | "paused" | "failed";
  readonly reason: string | null;
  readonly last_error: string | null;
}

/** An entry of `GET /V1/webhooks/:id/deliveries`. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly state: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly http_status: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
}

/** Splits a list of names as people type it. */
export const namesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);
