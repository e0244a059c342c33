using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Portico;

/// <summary>Signs in, sets the special prices of two products and of an unknown one, and prints what the service answers.</summary>
public static class Story
{
    public static void Main(string[] args)
    {
        Run(args[0], args[1], args[2]).GetAwaiter().GetResult();
    }

    private static async Task Run(string username, string password, string url)
    {
        var http = new HttpClient();
        var client = new PorticoClient(http) { BaseUrl = url };
        var token = await client.PostV1IntegrationAdminTokenAsync(
            new PostV1IntegrationAdminTokenBody { Username = username, Password = password });
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);

        var skus = new List<string> { "language-mug", "language-cup" };
        var prices = new List<CatalogDataSpecialPriceInterface>
        {
            Price(skus[0], 7.5), Price(skus[1], 3.25), Price("nowhere", 1),
        };
        var failed = await client.PostV1ProductsSpecialpriceAsync(
            new PostV1ProductsSpecialpriceBody { Prices = prices }, null, null);
        var read = await client.PostV1ProductsSpecialpriceinformationAsync(
            new PostV1ProductsSpecialpriceinformationBody { Skus = skus }, null);

        Console.WriteLine(JsonConvert.SerializeObject(new
        {
            failures = failed.Select(row => row.Message),
            prices = read.ToDictionary(price => price.Sku, price => price.Price),
        }));
    }

    private static CatalogDataSpecialPriceInterface Price(string sku, double amount)
    {
        return new CatalogDataSpecialPriceInterface
        {
            Sku = sku, Store_id = 0, Price = amount, Price_from = "2099-01-01 00:00:00",
        };
    }
}
