const defaultQuery = `# Set a token under Headers, then run a query.
{
  productTypes {
    name
    label
  }
}
`;

ReactDOM.createRoot(document.getElementById("explorer")).render(
  React.createElement(GraphiQL, {
    fetcher: GraphiQL.createFetcher({ url: location.pathname }),
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
    defaultHeaders: JSON.stringify({ Authorization: "Bearer <token>" }, null, 2),
    defaultQuery,
  }),
);
