/**
 * The metadata that clients read before they ask for access. One document describes the protected
 * resource (RFC 9728), the other the authorization server (RFC 8414).
 */
import { CONNECTION_SCOPES } from "../../protocol/people/connections.ts";
import { router } from "../route.ts";

/** Path of the protected resource: the MCP server. */
export const RESOURCE = "/mcp";
/** Path of the metadata of this resource. The 401 answers of the MCP server contain it. */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource/mcp";

export const metadata = router();

// Some clients ignore the path in the 401 answer. They request one of these two paths.
metadata.on("GET", ["/oauth-protected-resource", "/oauth-protected-resource/mcp"], (c) => {
  const origin = c.get("services").ownOrigin(c.req.raw);
  return c.json({
    resource: `${origin}${RESOURCE}`,
    authorization_servers: [origin],
    scopes_supported: CONNECTION_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "MemTrace",
    resource_documentation: `${origin}/docs/mcp`,
  });
});

metadata.get("/oauth-authorization-server", (c) => {
  const issuer = c.get("services").ownOrigin(c.req.raw);
  return c.json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: CONNECTION_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs/mcp`,
  });
});
