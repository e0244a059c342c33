-- The names of all tables begin with x_{{table}}_.
create table x_{{table}}_note (
  id int generated always as identity primary key,
  sku text not null,
  text text not null
);
