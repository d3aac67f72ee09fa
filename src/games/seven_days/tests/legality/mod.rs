mod forecast;
