-- Nothing that visitors read names the schema `shop`, so they need not enter it: one door more in front of its tables and functions.
revoke usage on schema shop from anon, authenticated;
