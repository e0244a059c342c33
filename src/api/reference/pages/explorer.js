import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import "graphiql/graphiql.css";
import "./explorer.css";

const defaultQuery = `# Set a token under Headers, then run one of these queries.
query Products {
  products(first: 5) {
    edges {
      node {
        sku
        name
        status
        final_price
        salable_quantity
        categories {
          name
        }
      }
    }
    page_info {
      has_next_page
      end_cursor
    }
  }
}

query Search {
  products(searchCriteria: { pageSize: 5, filterGroups: [{ filters: [{ field: "price", value: "10", conditionType: GT }] }] }) {
    items {
      sku
      attribute_values {
        label
        option_labels
      }
    }
    total_count
  }
}

mutation SetPrice {
  updateBasePrices(prices: [{ sku: "first-product", store_id: 0, price: 9.95 }]) {
    row
    sku
    rendered_message
  }
  user_errors {
    code
    field
    message
  }
}
`;

/** Milliseconds to wait for the page that opened this one. */
const timeout = 1000;

/** Returns the token of the reference page that opened this one; a placeholder if there is none. */
function readToken() {
  if (!window.opener) return Promise.resolve("<token>");
  return new Promise((resolve) => {
    window.addEventListener("message", ({ source, origin, data }) => {
      if (source === window.opener && origin === location.origin && data?.token) resolve(data.token);
    });
    window.opener.postMessage("token?", location.origin);
    setTimeout(() => resolve("<token>"), timeout);
  });
}

readToken().then((token) =>
  createRoot(document.getElementById("explorer")).render(
    createElement(GraphiQL, {
      fetcher: createGraphiQLFetcher({ url: location.pathname }),
      isHeadersEditorEnabled: true,
      shouldPersistHeaders: false,
      defaultHeaders: JSON.stringify({ Authorization: `Bearer ${token}` }, null, 2),
      defaultQuery,
    }),
  ),
);
